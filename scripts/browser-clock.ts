// Moves the clock of a page in a browser to the time of a server with STINT_CLOCK_OFFSET. It runs in the page, before
// its scripts (`addInitScript`), so it uses nothing from outside itself.

export function moveClock(offsetMs: number): void {
  globalThis.Date = new Proxy(Date, {
    construct: (machine, given, target) =>
      Reflect.construct(machine, given.length === 0 ? [machine.now() + offsetMs] : given, target),
    apply: (machine) => new machine(machine.now() + offsetMs).toString(),
    get: (machine, name) => (name === 'now' ? () => machine.now() + offsetMs : Reflect.get(machine, name)),
  })
}
