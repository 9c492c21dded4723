import { type Static, Type } from 'typebox';
import { limits } from '../limits.ts';
import { ApiError, extended, Id, nullable, oneOf } from './common.ts';

/** Screens whose question can be kept under a name. */
export const viewScreens = ['analytics', 'events', 'commissions', 'deals', 'invoices', 'payments', 'reports', 'users'] as const;
export type ViewScreen = (typeof viewScreens)[number];

/** What the screen's address says: names of its parts and their values. A screen ignores the parts it does not know. */
export const ViewQuestion = Type.Record(
  Type.String({ pattern: '^[A-Za-z_]{1,40}$' }),
  Type.String({ maxLength: limits.views.valueLength }),
  { maxProperties: limits.views.parts },
);
export type ViewQuestion = Readonly<Record<string, string>>;

/** `owner_name` is null when the person who saved the view has since been deleted. */
export const View = Type.Object({
  id: Id,
  screen: oneOf(viewScreens),
  name: Type.String(),
  question: ViewQuestion,
  shared: Type.Boolean(),
  owner_name: nullable(Type.String()),
  /** May the asker change it? */
  own: Type.Boolean(),
  version: Type.Integer(),
});
export type View = Static<typeof View>;

export const ViewList = Type.Object({ data: Type.Array(View) });
export const ViewBody = Type.Object(
  { screen: oneOf(viewScreens), name: Type.String(), question: ViewQuestion, shared: Type.Boolean() },
  { additionalProperties: false },
);
export type ViewBody = Static<typeof ViewBody>;
export const ViewChangeBody = Type.Object(
  { name: Type.String(), question: ViewQuestion, shared: Type.Boolean() },
  { additionalProperties: false },
);
export type ViewChangeBody = Static<typeof ViewChangeBody>;
/** A change from an older version is refused with 409; `current` is the view as it is saved now. */
export const ViewConflict = extended(ApiError, { current: Type.Optional(View) });
