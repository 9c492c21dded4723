import { createContext, useContext, useState } from 'react';
import type { DraftPath } from '../../../../contract/rules/commission/config/draft.ts';

type PersonOption = Readonly<{ value: string; label: string }>;
/** Shared by all fields of the draft. Undefined removes the value at a path; `removePart` offers to undo that. */
export type DraftEditing = Readonly<{
  errors: ReadonlyMap<string, string>;
  /** Probable mistakes by path; they do not block publishing. */
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

export const EditingContext = createContext<DraftEditing | null>(null);

export const useDraftEditing = (): DraftEditing => {
  const editing = useContext(EditingContext);
  if (editing === null) throw new Error('a field of the draft stands outside the builder');
  return editing;
};

/** Keeps the typed text while it parses to the current value, so that "7." and "0.50" survive typing. */
export const useTyped = (value: unknown, toText: (value: unknown) => string, toValue: (typed: string) => unknown) => {
  const [typed, setTyped] = useState<string | null>(null);
  const isCurrent = typed !== null && JSON.stringify(toValue(typed)) === JSON.stringify(value);
  return [isCurrent ? typed : toText(value), setTyped] as const;
};
