import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Principal } from '../session/principal.ts';

/** The user making the request, and its origin. */
export type Asker = Readonly<{ principal: Principal; origin: Origin }>;
