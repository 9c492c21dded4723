import type { Route } from '../../app.types.ts';
import { changePassword } from './changePassword.ts';
import { deleteSession } from './deleteSession.ts';
import { endOtherSessions } from './endOtherSessions.ts';
import { getMe } from './getMe.ts';
import { listSessions } from './listSessions.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { refresh } from './refresh.ts';

export const sessionRoutes: readonly Route[] = [
  changePassword,
  deleteSession,
  endOtherSessions,
  getMe,
  listSessions,
  login,
  logout,
  refresh,
];
