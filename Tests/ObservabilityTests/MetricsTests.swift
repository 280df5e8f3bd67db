import Observability
import ServiceRuntime
import Testing

private enum Outcome: String, CaseIterable {
    case ok, refused
}

private func text(_ registry: MetricsRegistry) -> String {
    String(decoding: registry.exposition(), as: UTF8.self)
}

@Suite struct MetricsTests {
    @Test func `exposes counters, gauges and histograms in the Prometheus text format`() {
        let registry = MetricsRegistry()
        registry.counter(MetricName("token.issued"), "Tokens issued.").add(3)
        let requests = registry.counters(
            MetricName("http.server.requests"), "Requests \\ by\noutcome.",
            MetricLabel("request.outcome", of: Outcome.self),
            MetricLabel("path", ["/\"a\\\n"]))
        requests("ok", "/\"a\\\n").add()
        requests("refused", "/unlisted").add(2)
        registry.gauge(MetricName("connection.open"), "Open connections.").set(-4)
        let histogram = registry.histogram(
            MetricName("http.server.request.duration", unit: .seconds), "Duration.", bounds: [0.25, 1])
        for value in [0.25, 0.5, 1.5, 0.25, .nan] { histogram.observe(value) }
        registry.gauge(MetricName("read.value", unit: .bytes), "Read.") { .infinity }
        registry.counter(MetricName("read.none"), "Nothing.") { nil }
        #expect(
            text(registry) == #"""
                # HELP connection_open Open connections.
                # TYPE connection_open gauge
                connection_open -4
                # HELP http_server_request_duration_seconds Duration.
                # TYPE http_server_request_duration_seconds histogram
                http_server_request_duration_seconds_bucket{le="0.25"} 2
                http_server_request_duration_seconds_bucket{le="1"} 3
                http_server_request_duration_seconds_bucket{le="+Inf"} 4
                http_server_request_duration_seconds_sum 2.5
                http_server_request_duration_seconds_count 4
                # HELP http_server_requests_total Requests \\ by\noutcome.
                # TYPE http_server_requests_total counter
                http_server_requests_total{request_outcome="ok",path="/\"a\\\n"} 1
                http_server_requests_total{request_outcome="ok",path="other"} 0
                http_server_requests_total{request_outcome="refused",path="/\"a\\\n"} 0
                http_server_requests_total{request_outcome="refused",path="other"} 2
                http_server_requests_total{request_outcome="other",path="/\"a\\\n"} 0
                http_server_requests_total{request_outcome="other",path="other"} 0
                # HELP read_none_total Nothing.
                # TYPE read_none_total counter
                # HELP read_value_bytes Read.
                # TYPE read_value_bytes gauge
                read_value_bytes +Inf
                # HELP token_issued_total Tokens issued.
                # TYPE token_issued_total counter
                token_issued_total 3

                """#)
    }

    @Test func `no value of a label makes a new series`() {
        let registry = MetricsRegistry()
        let family = registry.counters(MetricName("a.b"), "A.", MetricLabel("l", ["x"]))
        let before = text(registry).split(separator: "\n").count
        for index in 0..<1_000 { family("hostile\(index)").add() }
        #expect(text(registry).split(separator: "\n").count == before)
        #expect(family("other").value == 1_000 && family("x").value == 0)
    }

    @Test func `asking twice gives the same series`() {
        let registry = MetricsRegistry()
        registry.counter(MetricName("a.b"), "A.").add()
        registry.counter(MetricName("a.b"), "A.").add()
        #expect(registry.counter(MetricName("a.b"), "A.").value == 2)
        let first = registry.histograms(MetricName("h.h"), "H.", MetricLabel("l", of: Outcome.self))
        let second = registry.histograms(MetricName("h.h"), "H.", MetricLabel("l", of: Outcome.self))
        #expect(first === second)
    }

    @Test func `counts from many threads add up`() throws {
        let registry = MetricsRegistry()
        let counter = registry.counter(MetricName("a.b"), "A.")
        let gauge = registry.gauge(MetricName("g.g"), "G.")
        let histogram = registry.histogram(MetricName("h.h"), "H.", bounds: [1, 2])
        let threads = try (0..<4).map { _ in
            try JoinedThread(name: "count") {
                for _ in 0..<5_000 {
                    counter.add()
                    gauge.add(-1)
                    histogram.observe(1.5)
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(counter.value == 20_000 && gauge.value == -20_000)
        #expect(histogram.count == 20_000 && histogram.sum == 30_000)
    }

    @Test func `a duration is observed in seconds`() {
        let histogram = MetricsRegistry().histogram(MetricName("h.h", unit: .seconds), "H.")
        histogram.observe(.milliseconds(250))
        histogram.observe(.seconds(2))
        #expect(histogram.sum == 2.25 && histogram.count == 2)
    }

    @Test func `the process shows its memory, descriptors and time`() throws {
        let registry = MetricsRegistry()
        registry.addProcessMetrics(startedAtMilliseconds: 1_500)
        let lines = text(registry).split(separator: "\n").filter { !$0.hasPrefix("#") }
        let values = Dictionary(
            uniqueKeysWithValues: lines.map { line in
                let words = line.split(separator: " ")
                return (String(words[0]), Double(words[1]) ?? -1)
            })
        #expect(
            values.keys.sorted() == [
                "process_cpu_seconds_total", "process_max_fds", "process_open_fds", "process_resident_memory_bytes",
                "process_start_time_seconds",
            ])
        #expect(values["process_start_time_seconds"] == 1.5)
        #expect(try #require(values["process_resident_memory_bytes"]) > 1_000_000)
        #expect(try #require(values["process_open_fds"]) >= 3)
        #expect(try #require(values["process_cpu_seconds_total"]) > 0)
    }

    @Test func `a programmer's mistake stops the program`() async {
        await #expect(processExitsWith: .failure) {
            let registry = MetricsRegistry()
            _ = registry.counters(MetricName("a.b"), "A.", MetricLabel("l", ["x"]))
            _ = registry.counters(MetricName("a.b"), "A.", MetricLabel("l", ["y"]))
        }
        await #expect(processExitsWith: .failure) {
            _ = MetricsRegistry().counters(MetricName("a.b"), "A.", MetricLabel("l", (0..<2_000).map { "\($0)" }))
        }
        await #expect(processExitsWith: .failure) { _ = MetricName("Bad name") }
    }
}
