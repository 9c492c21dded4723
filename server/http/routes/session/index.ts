import type { Route } from '../../app.types.ts';
import { changePasswordRoute } from './changePassword.ts';
import { deleteSessionRoute } from './deleteSession.ts';
import { endOtherSessionsRoute } from './endOtherSessions.ts';
import { getMeRoute } from './getMe.ts';
import { listSessionsRoute } from './listSessions.ts';
import { loginRoute } from './login.ts';
import { logoutRoute } from './logout.ts';
import { refreshRoute } from './refresh.ts';

export const sessionRoutes: readonly Route[] = [
  changePasswordRoute,
  deleteSessionRoute,
  endOtherSessionsRoute,
  getMeRoute,
  listSessionsRoute,
  loginRoute,
  logoutRoute,
  refreshRoute,
];
