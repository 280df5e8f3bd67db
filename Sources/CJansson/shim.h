#pragma once
#include <jansson.h>

/* json_typeof is a function-like macro, which Swift does not import. */
static inline json_type postern_json_typeof(const json_t *json) { return json->type; }

/* The function and the enum of this name collide in Swift. */
static inline int postern_json_error_code(const json_error_t *error) { return (int)json_error_code(error); }

/* Swift sees the text as a tuple of 160 characters. */
static inline const char *postern_json_error_text(const json_error_t *error) { return error->text; }
