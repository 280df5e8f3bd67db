/// Names that every tenant knows, by identifiers in lower case.
///
/// An identifier that is not here is shown as it is.
enum WellKnownNames {
    /// Directory roles by template.
    static let roles = [
        "62e90394-69f5-4237-9190-012177145e10": "Global Administrator",
        "f2ef992c-3afb-46b9-b7cf-a126ee74c451": "Global Reader",
        "e8611ab8-c189-46e8-94e1-60213ab1f814": "Privileged Role Administrator",
        "7be44c8a-adaf-4e2a-84d6-ab2649e08a13": "Privileged Authentication Administrator",
        "c4e39bd9-1100-46d3-8c65-fb160da0071f": "Authentication Administrator",
        "194ae4cb-b126-40b2-bd5b-6091b380977d": "Security Administrator",
        "5d6b6bb7-de71-4623-b4af-96380a352509": "Security Reader",
        "b1be1c3e-b65d-4f19-8427-f6fa0d97feb9": "Conditional Access Administrator",
        "29232cdf-9323-42fd-ade2-1d097af3e4de": "Exchange Administrator",
        "f28a1f50-f6e7-4571-818b-6a12f2af6b6c": "SharePoint Administrator",
        "729827e3-9c14-49f7-bb1b-9608f156bbb8": "Helpdesk Administrator",
        "b0f54661-2d74-4c50-afa3-1ec803f12efe": "Billing Administrator",
        "fe930be7-5e62-47db-91af-98c3a49a38b1": "User Administrator",
        "9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3": "Application Administrator",
        "158c047a-c907-4556-b7ef-446551a6b5f7": "Cloud Application Administrator",
        "966707d0-3269-4727-9be2-8c3a10f19b9d": "Password Administrator",
        "3a2c62db-5318-420d-8d74-23affee5d9d5": "Intune Administrator",
        "8ac3fc64-6eca-42ea-9e69-59f4c7b60eb2": "Hybrid Identity Administrator",
        "d29b2b05-8046-44ba-8758-1e26182fcf32": "Directory Synchronization Accounts",
        "69091246-20e8-4a56-aa4d-066075b2a7a8": "Teams Administrator",
        "17315797-102d-40b4-93e0-432062caca18": "Compliance Administrator",
    ]

    /// Applications.
    static let applications = [
        "00000002-0000-0ff1-ce00-000000000000": "Office 365 Exchange Online",
        "00000003-0000-0ff1-ce00-000000000000": "Office 365 SharePoint Online",
        "00000003-0000-0000-c000-000000000000": "Microsoft Graph",
        "797f4846-ba00-4fd7-ba43-dac1f8f63013": "Azure Service Management API",
    ]
}
