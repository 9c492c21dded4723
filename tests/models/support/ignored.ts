import { type AnyMachineSnapshot, type AnyStateMachine, getNextTransitions, type StateValue } from 'xstate';
import { tableLines } from './transitions.ts';

/** `signedIn.reloading` and all its ancestors, in every region: the state names that a list of ignored events may use. */
const activeStates = (value: StateValue, prefix = ''): string[] => {
  if (typeof value === 'string') return [prefix + value];
  return Object.entries(value).flatMap(([key, inner]) => [prefix + key, ...(inner ? activeStates(inner, `${prefix}${key}.`) : [])]);
};

type Configuration = Readonly<{ states: readonly string[]; handles: ReadonlySet<string> }>;

/** Each configuration of active states, with the event types for which one of them or an ancestor declares a transition. */
const configurationsOf = (snapshots: readonly AnyMachineSnapshot[]): Configuration[] => {
  const known = new Map<string, Configuration>();
  for (const snapshot of snapshots) {
    const key = JSON.stringify(snapshot.value);
    if (known.has(key)) continue;
    const handles = new Set(getNextTransitions(snapshot).map(({ eventType }) => eventType));
    known.set(key, { states: activeStates(snapshot.value), handles });
  }
  return [...known.values()];
};

/** True for events that callers send, false for xstate's own. */
const isSent = (type: string): boolean => type !== '' && !type.startsWith('xstate.');

/** `state, state: event, event — the reason in words` */
const readLine = (line: string) => {
  const [, states = '', events = '', reason = ''] = /^([^:]+): (.+?) — (.+)$/.exec(line) ?? [];
  const names = (list: string): string[] => list.split(',').map((name) => name.trim());
  return { line, states: names(states), events: names(events), isWhole: reason.split(' ').length > 2 };
};

/**
 * Every event must be handled in every state or listed there as ignored, with a reason. Returns the differences: `-` neither handled nor
 * listed, `+` listed but handled, `=` listed twice, `?` a line without a reason or with an unknown state or event.
 * @param snapshots every state that the model reaches
 */
export const ignoredDifferences = (
  { machine, cases, ignored }: { machine: AnyStateMachine; cases: object; ignored: string },
  snapshots: readonly AnyMachineSnapshot[],
): string[] => {
  const configurations = configurationsOf(snapshots);
  const types = [...new Set([...machine.events, ...Object.keys(cases)])].filter(isSent);
  const states = new Set(configurations.flatMap((item) => item.states));
  const lines = tableLines(ignored).map(readLine);
  const pairs = lines.flatMap((line) => line.states.flatMap((state) => line.events.map((type) => ({ state, type }))));
  const text = ({ state, type }: { state: string; type: string }): string => `${state}: ${type}`;
  const listed = new Set(pairs.map(text));

  const unclear = lines.filter(
    (line) => !line.isWhole || !line.states.every((state) => states.has(state)) || !line.events.every((type) => types.includes(type)),
  );
  const twice = pairs.map(text).filter((pair, index, all) => all.indexOf(pair) !== index);
  const handled = pairs.filter((pair) => configurations.some((item) => item.states.includes(pair.state) && item.handles.has(pair.type)));
  const forgotten = configurations.flatMap((item) =>
    types
      .filter((type) => !item.handles.has(type) && !item.states.some((state) => listed.has(text({ state, type }))))
      .map((type) => `${item.states.join(' ')}: ${type}`),
  );
  return [
    ...unclear.map(({ line }) => `? ${line}`),
    ...twice.map((pair) => `= ${pair}`),
    ...handled.map((pair) => `+ ${text(pair)}`),
    ...forgotten.map((pair) => `- ${pair}`),
  ];
};
