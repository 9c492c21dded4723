import { sql } from 'kysely';
import { rolesWith } from '../../../../contract/permissions.ts';

/** True once the company is live (decisions 8.07). */
export const isLive = sql<boolean>`exists (select 1 from general_settings where live_at is not null)`;

const setupRoles = rolesWith('setup:use');

/** True for users `u` who get notices and emails: until the company is live, only those who set it up. */
export const receivesNotices = sql<boolean>`(u.role = any(${setupRoles}::text[]) or ${isLive})`;
