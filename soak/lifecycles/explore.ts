import type { Company } from './company.ts';
import { dimensions, type Name, recordOf, type Step, startOf, stepsOf, type World, waitsOf } from './model.ts';

const names = Object.keys(dimensions) as Name[];
const digits = new Map(names.map((name) => [name, new Map((dimensions[name] as readonly string[]).map((value, digit) => [value, digit]))]));
/** A state is one number, whose digits are its values. */
const weights = new Map(
  names.map((name, index) => [name, names.slice(index + 1).reduce((weight, after) => weight * dimensions[after].length, 1)]),
);
const placedValue = (name: Name, value: string): number => (digits.get(name)?.get(value) as number) * (weights.get(name) as number);
const encode = (world: World): number => names.reduce((code, name) => code + placedValue(name, world[name]), 0);
const decode = (code: number): World => {
  const world = startOf();
  let rest = code;
  for (const name of names.toReversed()) {
    const values = dimensions[name];
    world[name] = values[rest % values.length] as string;
    rest = Math.floor(rest / values.length);
  }
  return world;
};
const codeAfter = (code: number, world: World, { change }: Step): number => {
  let next = code;
  for (const name in change)
    next += placedValue(name as Name, change[name as Name] as string) - placedValue(name as Name, world[name as Name]);
  return next;
};

const describeStep = ({ by, event, flow }: Step): string => `${by ? `${by.role} ${by.id}` : 'time'}: ${flow} ${event}`;

/** Findings of one state: money waits and no person of the company may do anything about it. */
const idleWaits = (world: World, steps: readonly Step[]): string[] => {
  const isMovable = (flow: Name): boolean => steps.some((step) => step.by !== null && step.flow === flow);
  return waitsOf(world)
    .filter(({ on }) => !on.some(isMovable))
    .map(({ flow }) => `nobody may act: ${flow}`);
};

/** Everything is paid, and nothing waits but the month itself. */
const isAtRest = (world: World): boolean => waitsOf(world).length === 0 && (recordOf(world).earned > 0 || world.invoice === 'cancelled');

type Exploration = Readonly<{
  states: number;
  transitions: number;
  isWhole: boolean;
  findings: ReadonlyMap<string, readonly string[]>;
}>;

/**
 * Explores a company's states, nearest first. Findings: waiting money about which nobody may act, states without a way on, and, if all
 * states were explored, states from which the company never comes to rest, each with the shortest path to the first.
 * @param deadline in ms of `performance.now()`
 */
export const explore = (company: Company, maxStates: number, deadline: number): Exploration => {
  const start = encode(startOf());
  const indexOf = new Map<number, number>([[start, 0]]);
  const codes = [start];
  const parents = [-1];
  const sources: number[][] = [[]];
  const resting: number[] = [];
  const findings = new Map<string, readonly string[]>();
  let transitions = 0;
  const pathTo = (index: number): string[] => {
    const path: string[] = [];
    for (let at = index; (parents[at] ?? -1) >= 0; at = parents[at] as number) {
      const code = codes[parents[at] as number] as number;
      const world = decode(code);
      const step = stepsOf(company, world).find((one) => codeAfter(code, world, one) === codes[at]);
      path.unshift(step ? describeStep(step) : '?');
    }
    return path;
  };
  const find = (finding: string, index: number): void => {
    if (!findings.has(finding)) findings.set(finding, pathTo(index));
  };
  let index = 0;
  for (; index < codes.length; index += 1) {
    if (index % 1000 === 0 && performance.now() > deadline) break;
    const code = codes[index] as number;
    const world = decode(code);
    const steps = stepsOf(company, world);
    if (isAtRest(world)) resting.push(index);
    if (steps.length === 0) find('no way on', index);
    for (const finding of idleWaits(world, steps)) find(finding, index);
    for (const next of new Set(steps.map((step) => codeAfter(code, world, step)))) {
      transitions += 1;
      let known = indexOf.get(next);
      if (known === undefined) {
        if (codes.length >= maxStates) continue;
        known = codes.length;
        indexOf.set(next, known);
        codes.push(next);
        parents.push(index);
        sources.push([]);
      }
      sources[known]?.push(index);
    }
  }
  const isWhole = index === codes.length && codes.length < maxStates;
  if (isWhole) {
    const able = new Uint8Array(codes.length);
    const queue = [...resting];
    for (const at of queue) able[at] = 1;
    for (let at = queue.pop(); at !== undefined; at = queue.pop())
      for (const from of sources[at] ?? [])
        if (able[from] === 0) {
          able[from] = 1;
          queue.push(from);
        }
    const stuck = able.indexOf(0);
    if (stuck >= 0) find(`never comes to rest: ${JSON.stringify(decode(codes[stuck] as number))}`, stuck);
  }
  return { states: index, transitions, isWhole, findings };
};
