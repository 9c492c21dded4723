import type { Insertable } from 'kysely';
import type { GoalsTable } from '../../db/schema/goals.ts';
import { demoDayText, instantOn } from '../calendar.ts';
import { randomOf } from '../random.ts';
import type { DemoSpan } from '../span.ts';
import type { DemoPeople } from './people.ts';

/** Managers' goals for their people this month, based on each person's usual sales. */
export const goalRows = ({ sellers }: DemoPeople, { today }: DemoSpan): Insertable<GoalsTable>[] =>
  sellers
    .filter(({ leavesAfter }) => !leavesAfter)
    .flatMap(({ id, manager_id, skill }) => {
      const random = randomOf(`goals ${id}`);
      const set = {
        user_id: id,
        month: `${demoDayText(today).slice(0, 7)}-01`,
        created_by: manager_id ?? id,
        created_at: instantOn(today - 18, id),
        updated_at: instantOn(today - 18, id),
      };
      const targetCents = Math.round(skill * random.int(24, 34)) * 1_000_00;
      return [
        { ...set, kind: 'close_deals' as const, target: random.int(1, 3) },
        { ...set, kind: 'book_amount' as const, target: targetCents },
        { ...set, kind: 'collect_amount' as const, target: Math.round(targetCents * 0.8) },
      ];
    });
