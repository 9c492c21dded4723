import { messages } from '../../contract/messages.ts';
import type { Permission } from '../../contract/permissions.ts';
import type { Store } from '../db/repositories/store.ts';
import { isStillPermitted } from '../domain/session/isStillPermitted.ts';
import { Problem } from '../domain/shared/problem.ts';
import type { Handler } from './handler.ts';

/** Runs a job only while its author is active and has the permission (decisions 4.06). */
export const runWhileAllowed =
  (store: Pick<Store, 'users'>, permission: Permission, handle: Handler): Handler =>
  async (job, work) => {
    if (job.created_by !== null && !(await isStillPermitted(store, job.created_by, permission)))
      throw new Problem(403, 'forbidden', messages.jobs.notAllowed);
    return handle(job, work);
  };
