// A server under strace, which records its system calls or lets some of them fail. It does not read the log, which
// disk-steps.ts does.
import { readFileSync } from 'node:fs'
import { requireDebianProgram } from '../../../scripts/debian.ts'
import { type ProcessResult, type StintProcess, type StintServer, stintEntry } from '../test/process/stint-process.ts'
import { tracedCalls } from './disk-steps.ts'
import type { VerifyRun } from './verify-run.ts'

/** Records what happens to files, with all bytes, in a form that disk-steps.ts reads. */
export const recordingOptions = (logFile: string): string[] => [
  '-y',
  '-xx',
  '-s',
  '10000000',
  '-e',
  `trace=${tracedCalls}`,
  '-o',
  logFile,
]

/** The process of the server: strace has no other child. */
function tracedPid({ pid }: StintProcess): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ', 1)[0])
}

/** Starts a server with these options of strace. The server is killed when strace ends before it. */
export function runTraced(run: VerifyRun, data: string, options: readonly string[]): StintProcess {
  const strace = requireDebianProgram('/usr/bin/strace', 'strace')
  const killed = ['setpriv', '--pdeathsig', 'KILL']
  return run.processes.run({
    program: [strace, '-f', '--seccomp-bpf', ...options, ...killed, process.execPath, stintEntry],
    args: ['serve'],
    env: { STINT_DATA: data, STINT_PORT: '0', STINT_TLS: 'off', STINT_LOG: 'warn', STINT_RATE_PER_MINUTE: 'off' },
  })
}

/** strace ignores the signal itself and ends with the server. */
export async function stopTraced(server: StintServer, signal: 'SIGTERM' | 'SIGKILL'): Promise<ProcessResult> {
  process.kill(tracedPid(server.process), signal)
  return server.process.finished
}
