// Lines of progress on the error output, with the seconds since the start, for the commands of the benchmark. Results
// are formatted by report.ts.

export const logProgress = (line: string): void =>
  console.error(`${(performance.now() / 1000).toFixed(0).padStart(4)} s ${line}`)
