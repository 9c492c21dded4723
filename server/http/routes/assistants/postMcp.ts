import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { messages } from '../../../../contract/messages.ts';
import { Problem } from '../../../domain/shared/problem.ts';
import type { Route, ServerApp } from '../../app.types.ts';
import { CallRefused, createMcpServer } from '../../mcp/mcpServer.ts';
import type { ApiCall } from '../../mcp/tools.ts';
import { answers } from '../../plugins/answers.ts';
import { INTERNAL_CALL_HEADERS } from '../../plugins/tokenRateLimit.ts';
import { principalIn } from '../../request.ts';

/** The transport needs a URL, but ignores it. */
const ANY_URL = 'http://localhost/api/v1/mcp';
const Message = Type.Object({ jsonrpc: Type.Literal('2.0') }, { additionalProperties: true });

/** Calls the API as the request did, so rights, limits and audit rows are those of the token. */
const createApiCall =
  (app: ServerApp, { headers, ip }: FastifyRequest): ApiCall =>
  async (method, url, { body, key } = {}) => {
    const { authorization = '', 'user-agent': agent = '' } = headers;
    const idempotencyHeader: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
    const answer = await app.inject({
      method,
      url,
      remoteAddress: ip,
      headers: { authorization, 'user-agent': agent, ...idempotencyHeader, ...INTERNAL_CALL_HEADERS },
      ...(body ? { payload: body } : {}),
    });
    if (answer.statusCode >= 400) throw new CallRefused(answer.json<{ message: string }>().message);
    return answer.json();
  };

type McpAnswer = Readonly<{ status: number; message: { jsonrpc: '2.0' } | null }>;

const handleMcp = async (app: ServerApp, request: FastifyRequest): Promise<McpAnswer> => {
  const principal = principalIn(request);
  const { token } = principal;
  // A session could adjust at once; a token only proposes.
  if (!token) throw new Problem(403, 'api_token_needed', messages.assistants.tokenNeeded);
  // The tool's own calls need the token's turns.
  request.endTurn?.();
  const server = createMcpServer({ ...principal, token }, createApiCall(app, request));
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value);
    const answer = await transport.handleRequest(new Request(ANY_URL, { method: 'POST', headers }), { parsedBody: request.body });
    const text = await answer.text();
    if (answer.status >= 400) throw new Problem(answer.status, 'mcp_refused', JSON.parse(text).error.message);
    return { status: answer.status, message: text === '' ? null : JSON.parse(text) };
  } finally {
    await server.close();
  }
};

/** `assistants`: the tools of the MCP server, stateless, with the rights of an API token (decisions 4.13). */
export const postMcpRoute: Route = (app) => {
  app.post(
    '/api/v1/mcp',
    {
      config: { permission: 'assistant:use', kind: 'read', anyToken: true },
      schema: {
        operationId: 'postMcp',
        summary: 'Answer a message of the Model Context Protocol',
        tags: ['assistants'],
        body: Message,
        response: answers({ 200: Message, 202: Type.Null({ description: 'A notification was received.' }) }),
      },
    },
    async (request, reply) => {
      const { status, message } = await handleMcp(app, request);
      void reply.code(status);
      return message;
    },
  );
};
