import { type Static, Type } from 'typebox';
import { Id } from './common.ts';

/** spec 7.02; `features` is ours (decisions 1). */
export const PublicSettings = Type.Object({ companyName: Type.String(), features: Type.Optional(Type.Array(Type.String())) });
export type PublicSettings = Static<typeof PublicSettings>;

/** spec 3.14: commissionsConfig is JSON text. */
export const GeneralSettings = Type.Object({ id: Id, companyName: Type.String(), commissionsConfig: Type.String() });
export type GeneralSettings = Static<typeof GeneralSettings>;
