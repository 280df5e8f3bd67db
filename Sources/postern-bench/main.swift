import Glibc

exit(await Bench.run(Array(CommandLine.arguments.dropFirst())))
