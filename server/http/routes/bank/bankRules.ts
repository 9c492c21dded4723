import { BankRules } from '../../../../contract/entities/bank.ts';
import { listRules, removeRule } from '../../../domain/bank/rememberRule.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, noContent } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const config = { permission: 'bank:reconcile' } as const;
const tags = ['bank'];

/** Remembered rules for counterparties. */
export const bankRulesRoute: Route = (app, services) => {
  app.get(
    '/api/v1/bank/rules',
    { config, schema: { operationId: 'listBankRules', summary: 'Rules for counterparties', tags, response: answers({ 200: BankRules }) } },
    async () => ({ data: await listRules(services) }),
  );
  app.delete(
    '/api/v1/bank/rules/:id',
    {
      config,
      schema: {
        operationId: 'deleteBankRule',
        summary: 'Remove a rule for a counterparty',
        tags,
        params: idParams,
        response: answers(noContent),
      },
    },
    async (request, reply) => {
      await removeRule(services, principalIn(request), rowId(request.params.id), originOf(request));
      return reply.code(204).send(null);
    },
  );
};
