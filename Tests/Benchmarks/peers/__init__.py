"""Equal policies for Postern, Cedar and Rego, and what each answers."""
