import Glibc
import ServiceRuntime

extension MetricsRegistry {
    /// Adds what the system says of this process: memory, descriptors, processor time, start.
    ///
    /// The names are the ones that Prometheus' own client libraries use.
    public func addProcessMetrics(startedAtMilliseconds started: Int64) {
        gauge(MetricName("process.resident_memory", unit: .bytes), "Resident memory size in bytes.") {
            ProcessReadings.residentBytes()
        }
        gauge(MetricName("process.open_fds"), "Number of open file descriptors.") {
            ProcessReadings.openDescriptors()
        }
        gauge(MetricName("process.max_fds"), "Maximum number of open file descriptors.") {
            ProcessReadings.maximumDescriptors()
        }
        counter(MetricName("process.cpu", unit: .seconds), "Total user and system CPU time spent in seconds.") {
            ProcessReadings.processorSeconds()
        }
        gauge(
            MetricName("process.start_time", unit: .seconds), "Start time of the process since unix epoch in seconds."
        ) {
            Double(started) / 1000
        }
    }
}

/// What `/proc` and the resource calls say of this process; nil where they say nothing.
enum ProcessReadings {
    static func residentBytes() -> Double? {
        // The second number of `statm` counts resident pages.
        guard let file = fopen("/proc/self/statm", "re") else { return nil }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 256)
        guard fgets(&buffer, Int32(buffer.count), file) != nil else { return nil }
        let words = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .split(separator: " ")
        guard words.count > 1, let pages = Double(words[1]) else { return nil }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
    }

    static func openDescriptors() -> Double? {
        guard let directory = opendir("/proc/self/fd") else { return nil }
        defer { closedir(directory) }
        var count = 0
        // The number of descriptors that a process may open bounds the loop.
        while readdir(directory) != nil { count += 1 }
        // Not counted: the two dot entries and the directory's own descriptor.
        return Double(max(0, count - 3))
    }

    static func maximumDescriptors() -> Double? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        return Double(limit.rlim_cur)
    }

    static func processorSeconds() -> Double? {
        var usage = rusage()
        guard getrusage(RUSAGE_SELF.rawValue, &usage) == 0 else { return nil }
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }
}
