/// What the client's thread is asked to transfer.
struct TransferOrder: Sendable {
    /// A request that has been judged.
    struct Request: Sendable {
        let method: String
        let headers: HeaderFields
        let body: [UInt8]?
    }

    /// What is sent.
    enum Content: Sendable {
        case request(Request)
        case mail(MailMessage, MailLine)
    }

    let exchange: Exchange
    let url: RequestURL
    let content: Content
    /// The end of waiting for the whole answer, or for the head of a stream.
    let deadline: ContinuousClock.Instant
    let isStreamed: Bool
}
