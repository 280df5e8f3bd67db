import AccessModel
import Directory
import Testing

struct GroupGraphTests {
    private func id(_ number: Int) -> GroupID { GroupID("group-\(number)") }

    @Test func `a member of a nested group belongs to the outer ones`() {
        let graph = GroupGraph(edges: [(id(1), id(2)), (id(2), id(3)), (id(9), id(8))])
        #expect(graph.closure(of: [id(1)]) == [id(1), id(2), id(3)])
        #expect(graph.closure(of: [id(3)]) == [id(3)])
        #expect(graph.closure(of: []) == [])
    }

    @Test func `a cycle ends where it began`() {
        let graph = GroupGraph(groups: [
            AccountGroup(id: id(1), name: "a", groups: [id(2)]), AccountGroup(id: id(2), name: "b", groups: [id(1)]),
            AccountGroup(id: id(3), name: "c", groups: [id(3)]),
        ])
        #expect(graph.closure(of: [id(1)]) == [id(1), id(2)])
        #expect(graph.closure(of: [id(3)]) == [id(3)])
    }

    @Test func `more groups than the bound are unknown, not fewer`() {
        let edges = (0..<GroupGraph.maximumClosure).map { (member: id($0), of: id($0 + 1)) }
        let graph = GroupGraph(edges: edges)
        #expect(graph.closure(of: [id(1)])?.count == GroupGraph.maximumClosure)
        #expect(graph.closure(of: [id(0)]) == nil)
        #expect(graph.closure(of: Set((10_000...10_000 + GroupGraph.maximumClosure).map(id))) == nil)
    }
}
