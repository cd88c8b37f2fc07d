// What a service does beside answering: each job is started when the service answers and ended before the store closes.

export interface Job {
  readonly name: string
  start(): void
  /** Finishes what is under way, or leaves it so that another node takes it up. */
  close(): Promise<void>
}

export function startJobs(jobs: readonly Job[]): void {
  for (const job of jobs) job.start()
}

export async function closeJobs(jobs: readonly Job[]): Promise<void> {
  await Promise.all(jobs.map((job) => job.close()))
}
