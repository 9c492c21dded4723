import type { IssuedStatement } from '../../../contract/entities/periodReview.ts';
import { fullName } from '../../../contract/entities/user.ts';
import type { IssuedRow } from '../../db/repositories/statements/issued.ts';
import { issuedStateOf } from './issueStatements.ts';

export const issuedOf = (row: IssuedRow): IssuedStatement => ({
  id: String(row.id),
  month: row.month.slice(0, 7),
  user_id: String(row.user_id),
  user_name: fullName(row),
  state: issuedStateOf(row),
  file_name: row.name,
  issued_at: row.issued_at,
  confirmed_at: row.confirmed_at,
});
