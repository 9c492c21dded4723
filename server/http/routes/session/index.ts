import type { Route } from '../../app.types.ts';
import { askForLinkRoute } from './askForLink.ts';
import { changePasswordRoute } from './changePassword.ts';
import { deleteSessionRoute } from './deleteSession.ts';
import { endOtherSessionsRoute } from './endOtherSessions.ts';
import { getMeRoute } from './getMe.ts';
import { listSessionsRoute } from './listSessions.ts';
import { loginRoute } from './login.ts';
import { logoutRoute } from './logout.ts';
import { readLinkRoute } from './readLink.ts';
import { refreshRoute } from './refresh.ts';
import { takeLinkRoute } from './takeLink.ts';

export const sessionRoutes: readonly Route[] = [
  askForLinkRoute,
  changePasswordRoute,
  deleteSessionRoute,
  endOtherSessionsRoute,
  getMeRoute,
  listSessionsRoute,
  loginRoute,
  logoutRoute,
  readLinkRoute,
  refreshRoute,
  takeLinkRoute,
];
