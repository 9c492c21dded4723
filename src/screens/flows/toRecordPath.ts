import type { FlowPath } from '../../../contract/entities/flow.ts';

/** The states and arrows (`from to`) that a record has passed, and its current state. */
export type RecordPath = Readonly<{ states: readonly string[]; arrows: readonly string[]; here: string }>;

export const toArrowKey = (from: string, to: string): string => `${from} ${to}`;

export const toRecordPath = ({ steps, state }: FlowPath): RecordPath => ({
  states: [...new Set([...steps.flatMap((step) => [step.from ?? step.state, step.state]), state])],
  arrows: steps.flatMap(({ from, state: to }) => (from === null || from === to ? [] : [toArrowKey(from, to)])),
  here: state,
});
