public import JSONCoding

extension JournalReport: JSONWritable {
    /// Writes the report for programs.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("checkpoints", checkpoints)
            object.member("entries", entries)
            object.member("findingCount", findingCount)
            object.array("findings") { list in
                for finding in findings {
                    list.object { item in
                        item.member("detail", finding.description)
                        item.member("firstSequence", ifPresent: finding.sequences?.lowerBound)
                        item.member("kind", finding.kind)
                        item.member("lastSequence", ifPresent: finding.sequences?.upperBound)
                        item.member("seal", ifPresent: finding.seal)
                    }
                }
            }
            object.member("isWhole", isWhole)
            object.member("newestCheckpoint", ifPresent: newestCheckpoint?.seal)
            object.member("prunedThrough", ifPresent: pruned?.upperBound)
            object.member("seals", seals)
            object.member("unsealed", unsealed)
        }
    }
}
