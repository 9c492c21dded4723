import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Principal } from '../session/principal.ts';

export type Requester = Readonly<{ principal: Principal; origin: Origin }>;
