import { Type } from 'typebox';
import { Id } from '../../../../contract/entities/common.ts';
import { PayoutRun } from '../../../../contract/entities/payoutRun.ts';
import { completeRun, stepRun as step } from '../../../domain/payouts/payoutRuns.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, Version } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';
import { PaymentReason } from '../payments/body.ts';

const config = { permission: 'payment:manage' } as const;
const tags = ['payouts'];
const path = '/api/v1/payout-runs/:id';
const VersionBody = Type.Object({ version: Version }, { additionalProperties: false });
const CloseBody = Type.Object({ version: Version, reason: PaymentReason }, { additionalProperties: false });
const ChangeBody = Type.Object(
  { version: Version, amount: Type.String({ maxLength: 20, description: 'a decimal of up to two places' }), reason: PaymentReason },
  { additionalProperties: false },
);
const PersonParams = Type.Object({ id: Id, user: Id }, { additionalProperties: false });
const response = answers({ 200: PayoutRun });
const steps = [
  { kind: 'approve', summary: 'Approve a payout run as a whole' },
  { kind: 'cancel', summary: 'Cancel a proposed payout run' },
] as const;

/** decisions 2.16: edits a run, approves it as a whole, cancels it, marks all as paid, or completes it without failed payments. */
export const stepRunRoute: Route = (app, services) => {
  for (const { kind, summary } of steps)
    app.post(
      `${path}/${kind}`,
      { config, schema: { operationId: `${kind}PayoutRun`, summary, tags, params: idParams, body: VersionBody, response } },
      (request) => {
        const target = { id: rowId(request.params.id), version: request.body.version };
        return step(services, principalIn(request), target, { kind }, originOf(request));
      },
    );
  app.post(
    `${path}/complete`,
    {
      config,
      schema: { operationId: 'completePayoutRun', summary: 'Mark everybody in a payout run as paid', tags, params: idParams, response },
    },
    (request) => completeRun(services, principalIn(request), rowId(request.params.id), originOf(request)),
  );
  app.post(
    `${path}/close`,
    {
      config,
      schema: {
        operationId: 'closePayoutRun',
        summary: 'Complete a payout run without its failed payments',
        tags,
        params: idParams,
        body: CloseBody,
        response,
      },
    },
    (request) => {
      const { version, reason } = request.body;
      const target = { id: rowId(request.params.id), version };
      return step(services, principalIn(request), target, { kind: 'close', reason }, originOf(request));
    },
  );
  app.put(
    `${path}/people/:user`,
    {
      config,
      schema: {
        operationId: 'putPayoutRunPerson',
        summary: 'Change the amount of a person manually',
        tags,
        params: PersonParams,
        body: ChangeBody,
        response,
      },
    },
    (request) => {
      const { version, amount, reason } = request.body;
      const { id, user } = request.params;
      const change = { kind: 'change', userId: rowId(user) ?? 0, amount, reason } as const;
      return step(services, principalIn(request), { id: rowId(id), version }, change, originOf(request));
    },
  );
};
