// Command rowkind serves the playground and explains Flink SQL scripts from the command line.
package main

func main() {}
