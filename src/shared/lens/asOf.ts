import { createContext, useContext } from 'react';
import type { Day } from '../../../contract/rules/time/period.ts';

/** The past day that the page around looks at; null: as things stand. */
export const AsOf = createContext<Day | null>(null);
export const useAsOf = (): Day | null => useContext(AsOf);
