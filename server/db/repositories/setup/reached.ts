import { sql } from 'kysely';
import { roles } from '../../../../contract/entities/user.ts';
import { can } from '../../../../contract/permissions.ts';

/** True once the company is live (decisions 8.07). */
export const isLive = sql<boolean>`exists (select 1 from general_settings where live_at is not null)`;

const setupRoles = roles.filter((role) => can({ id: '', role }, 'setup:use'));

/** True for users `u` who get notices and emails: until the company is live, only those who set it up. */
export const receivesNotices = sql<boolean>`(u.role = any(${setupRoles}::text[]) or ${isLive})`;
