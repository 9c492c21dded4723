/** Decisions 1.10: one simulated company at a time, polled every second while it runs. */
export const table = `
simulation.loading --xstate.done.actor.readSimulation[0]--> simulation.weighing / setSimulation
simulation.loading --xstate.error.actor.readSimulation[0]--> simulation.failed / setError
simulation.failed --simulation.retry[0]--> simulation.loading / forgetError
simulation.weighing --always[0 isRunning]--> simulation.waiting
simulation.weighing --always[1]--> simulation.idle

simulation.idle --simulation.start[0]--> simulation.starting / setRequest
simulation.starting --xstate.done.actor.startSimulation[0]--> simulation.weighing / setSimulation
simulation.starting --xstate.error.actor.startSimulation[0 isRunning]--> simulation.unanswered / setError
simulation.starting --xstate.error.actor.startSimulation[1]--> simulation.idle / setError

simulation.waiting --xstate.after.poll.simulation.waiting[0]--> simulation.reading
simulation.waiting --simulation.stop[0]--> simulation.stopping
simulation.waiting --simulation.start[0]--> simulation.starting / setRequest
simulation.reading --xstate.done.actor.readSimulation[0]--> simulation.weighing / setSimulation
simulation.reading --xstate.error.actor.readSimulation[0]--> simulation.unanswered / setError
simulation.reading --simulation.stop[0]--> simulation.stopping
simulation.reading --simulation.start[0]--> simulation.starting / setRequest

simulation.unanswered --simulation.retry[0]--> simulation.reading / forgetError
simulation.unanswered --simulation.stop[0]--> simulation.stopping
simulation.unanswered --simulation.start[0]--> simulation.starting / setRequest
simulation.stopping --xstate.done.actor.stopSimulation[0]--> simulation.reading
simulation.stopping --xstate.error.actor.stopSimulation[0]--> simulation.unanswered / setError
`;

export const ignored = `
loading: simulation.start, simulation.stop, simulation.retry — nothing is known yet
failed: simulation.start, simulation.stop — the form is not shown
idle: simulation.stop, simulation.retry — no company lives, and nothing failed that could be tried again
starting: simulation.start, simulation.stop, simulation.retry — one company at a time; the buttons wait
waiting, reading: simulation.retry — the page looks again by itself
stopping: simulation.start, simulation.stop, simulation.retry — the company is being ended; the buttons wait
`;
