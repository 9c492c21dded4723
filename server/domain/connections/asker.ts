import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Principal } from '../session/principal.ts';

/** Who asks, and from where. */
export type Asker = Readonly<{ principal: Principal; origin: Origin }>;
