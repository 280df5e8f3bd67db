import Testing

@testable import HTTPServer

struct OpenConnectionsTests {
    @Test func `a listener that is full takes no more, whatever the others have`() {
        let open = OpenConnections(limits: [1, 2])
        #expect(open.add(0) == 1)
        #expect(open.add(0) == nil)
        #expect(open.add(1) == 2)
        #expect(open.add(1) == 3)
        #expect(open.add(1) == nil)
        #expect(open.remove(0) == 2)
        #expect(open.add(0) == 3)
    }

    struct Fitting: Sendable, CustomTestStringConvertible {
        let limits: [Int]
        let descriptors: Int
        let fitted: [Int]
        var testDescription: String { "\(limits) in \(descriptors)" }
    }

    @Test(arguments: [
        Fitting(limits: [10_000, 64], descriptors: 1_048_576, fitted: [10_000, 64]),
        Fitting(limits: [10_000, 64], descriptors: .max, fitted: [10_000, 64]),
        Fitting(limits: [10_000, 64], descriptors: 4096, fitted: [3776, 64]),
        Fitting(limits: [10_000, 64, 10_000], descriptors: 4096, fitted: [1888, 64, 1888]),
        Fitting(limits: [10_000, 64], descriptors: 100, fitted: [38, 37]),
        Fitting(limits: [10_000, 64], descriptors: 0, fitted: [1, 1]),
        Fitting(limits: [2, 0], descriptors: 1024, fitted: [2, 0]),
    ])
    func `high limits share what low ones leave of the descriptors`(_ fitting: Fitting) {
        #expect(OpenConnections.fitted(fitting.limits, descriptors: fitting.descriptors) == fitting.fitted)
    }
}
