import type { Company } from './company.ts';
import { dimensions, type Name, recordOf, type Step, startOf, stepsOf, type World } from './model.ts';
import { waitsOf } from './waits.ts';

const names = Object.keys(dimensions) as Name[];
const digits = new Map(names.map((name) => [name, new Map((dimensions[name] as readonly string[]).map((value, digit) => [value, digit]))]));
/** A state is encoded as one number; each digit is the value of one dimension. */
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

const describeStep = ({ by, name }: Step): string => `${by ? `${by.role} ${by.id}` : 'time'}: ${name}`;

/** The findings of one state: waiting money that nobody in the company may move forward. */
const idleWaits = (company: Company, world: World, steps: readonly Step[]): string[] => {
  const isPossible = (event: string): boolean => steps.some(({ by, name }) => by !== null && name === event);
  return waitsOf(company, world)
    .filter(({ forward }) => !forward.some(isPossible))
    .map(({ flow }) => `nobody may bring forward: ${flow}`);
};

/** True if everything is paid or the invoice is cancelled, and nothing is waiting. */
const isAtRest = (company: Company, world: World): boolean =>
  waitsOf(company, world).length === 0 && (world.invoice === 'cancelled' || (world.invoice === 'sent' && recordOf(world).earned > 0));

/** The first state from which no resting state can be reached, or -1. An invoice must be able to come to rest without being cancelled. */
const firstRestless = (resting: readonly number[], sources: readonly (readonly number[])[], cancelled: readonly boolean[]): number => {
  const canRest = new Uint8Array(sources.length);
  const queue = [...resting];
  for (const index of queue) canRest[index] = 1;
  for (let index = queue.pop(); index !== undefined; index = queue.pop())
    for (const from of sources[index] ?? [])
      if (canRest[from] === 0 && cancelled[from] === cancelled[index]) {
        canRest[from] = 1;
        queue.push(from);
      }
  return canRest.indexOf(0);
};

type Exploration = Readonly<{
  states: number;
  transitions: number;
  /** True if all states were explored; otherwise reachability of rest was not checked. */
  isWhole: boolean;
  findings: ReadonlyMap<string, readonly string[]>;
}>;

/**
 * Explores a company's states breadth-first. Findings: waiting money that nobody may move forward, dead ends, and, if
 * all states were explored, states from which the company never comes to rest, each with the shortest path to the first.
 * @param deadline in ms of `performance.now()`
 */
export const explore = (company: Company, maxStates: number, deadline: number): Exploration => {
  const start = encode(startOf());
  const indexOf = new Map<number, number>([[start, 0]]);
  const codes = [start];
  const parents = [-1];
  const sources: number[][] = [[]];
  const resting: number[] = [];
  const cancelled: boolean[] = [];
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
    cancelled.push(world.invoice === 'cancelled');
    if (isAtRest(company, world)) resting.push(index);
    if (steps.length === 0) find('no way on', index);
    for (const finding of idleWaits(company, world, steps)) find(finding, index);
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
  const restless = isWhole ? firstRestless(resting, sources, cancelled) : -1;
  if (restless >= 0) find(`never comes to rest: ${JSON.stringify(decode(codes[restless] as number))}`, restless);
  return { states: index, transitions, isWhole, findings };
};
