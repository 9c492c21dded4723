import { useState } from 'react';
import type { DraftObject } from '../../../../contract/rules/commission/config/draft.ts';
import { type FieldShape, keysOf } from '../shapes.ts';

/** The visible optional fields: those with a value, and those cleared while typing but not yet removed. */
export const useShownFields = (fields: readonly FieldShape[], whole: DraftObject) => {
  const [openedKeys, setOpenedKeys] = useState<readonly string[]>([]);
  const filled = fields.filter((field) => keysOf(field).some((key) => Object.hasOwn(whole, key))).map(({ key }) => key);
  if (filled.some((key) => !openedKeys.includes(key))) setOpenedKeys([...new Set([...openedKeys, ...filled])]);
  return {
    isShown: ({ key, optional }: FieldShape): boolean => !optional || openedKeys.includes(key) || filled.includes(key),
    open: (key: string): void => setOpenedKeys([...openedKeys, key]),
    close: (key: string): void => setOpenedKeys(openedKeys.filter((other) => other !== key)),
  };
};
