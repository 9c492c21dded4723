import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Principal } from '../session/principal.ts';

export type Asker = Readonly<{ principal: Principal; origin: Origin }>;
