import { createContext, useContext } from 'react';
import type { Day } from '../../../contract/rules/time/period.ts';

/** The past day of the surrounding page; null for the current state. */
export const AsOf = createContext<Day | null>(null);
export const useAsOf = (): Day | null => useContext(AsOf);
