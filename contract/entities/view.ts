import { type Static, Type } from 'typebox';
import { limits } from '../limits.ts';
import { ApiError, extended, Id, nullable, oneOf } from './common.ts';

/** Screens whose filters can be saved as views. */
export const viewScreens = ['analytics', 'events', 'commissions', 'deals', 'invoices', 'payments', 'reports', 'users'] as const;
export type ViewScreen = (typeof viewScreens)[number];

/** The screen's URL parameters and their values. A screen ignores parameters it does not know. */
export const ViewQuestion = Type.Record(
  Type.String({ pattern: '^[A-Za-z_]{1,40}$' }),
  Type.String({ maxLength: limits.views.valueLength }),
  { maxProperties: limits.views.parts },
);
export type ViewQuestion = Readonly<Record<string, string>>;

/** `owner_name` null: the owner left or is deleted. */
export const View = Type.Object({
  id: Id,
  screen: oneOf(viewScreens),
  name: Type.String(),
  question: ViewQuestion,
  shared: Type.Boolean(),
  owner_name: nullable(Type.String()),
  /** True if the requester may change it. */
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
/** 409 for a change based on an older version; `current` is the saved view. */
export const ViewConflict = extended(ApiError, { current: Type.Optional(View) });
