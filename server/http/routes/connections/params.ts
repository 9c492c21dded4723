import { Type } from 'typebox';
import { Id, oneOf } from '../../../../contract/entities/common.ts';
import { connectionKinds } from '../../../../contract/entities/connection.ts';
import { originOf, principalIn } from '../../request.ts';

export const KindParams = Type.Object({ kind: oneOf(connectionKinds) }, { additionalProperties: false });
export const ConnectionParams = Type.Object({ kind: oneOf(connectionKinds), id: Id }, { additionalProperties: false });
export const CursorParam = Type.Optional(Type.String({ maxLength: 200 }));
export const config = { permission: 'integration:manage' } as const;
export const connectionTags = ['connections'];

export const requesterOf = (request: Parameters<typeof principalIn>[0]) => ({ principal: principalIn(request), origin: originOf(request) });
