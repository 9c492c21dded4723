import { createContext, useContext, useState } from 'react';
import type { DraftPath } from '../../../../contract/rules/commission/config/draft.ts';

type PersonOption = Readonly<{ value: string; label: string }>;
/** Shared by every field of the draft. Undefined removes the value at a path; `removePart` offers to undo it. */
export type Editing = Readonly<{
  errors: ReadonlyMap<string, string>;
  /** By path: what can be published, but is probably a mistake. */
  warnings: ReadonlyMap<string, string>;
  people: readonly PersonOption[];
  territories: readonly string[];
  disabled: boolean;
  change: (path: DraftPath, value: unknown) => void;
  removePart: (path: DraftPath) => void;
  /** Writes several keys of one object at once; undefined removes a key. */
  changeKeys: (path: DraftPath, values: Readonly<Record<string, unknown>>) => void;
  removeKeys: (path: DraftPath, keys: readonly string[]) => void;
}>;

export const EditingContext = createContext<Editing | null>(null);

export const useEditing = (): Editing => {
  const editing = useContext(EditingContext);
  if (editing === null) throw new Error('a field of the draft stands outside the builder');
  return editing;
};

/** The typed text as long as it stands for the value, so that "7." and "0.50" stay while they are typed. */
export const useTyped = (value: unknown, toText: (value: unknown) => string, toValue: (typed: string) => unknown) => {
  const [typed, setTyped] = useState<string | null>(null);
  const isCurrent = typed !== null && JSON.stringify(toValue(typed)) === JSON.stringify(value);
  return [isCurrent ? typed : toText(value), setTyped] as const;
};
