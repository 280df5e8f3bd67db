/// What the client's thread is asked to transfer.
struct TransferOrder: Sendable {
    /// What is sent.
    enum Content: Sendable {
        case request(method: String, headers: HeaderFields, body: [UInt8]?)
        case mail(MailMessage)
    }

    let exchange: Exchange
    let url: RequestURL
    let content: Content
    /// The end of waiting for the whole answer, or for the head of a stream.
    let deadline: ContinuousClock.Instant
    let isStreamed: Bool
}
