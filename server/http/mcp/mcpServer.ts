import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import Value from 'typebox/value';
import { fill, messages } from '../../../contract/messages.ts';
import { reachOf } from '../../../contract/permissions.ts';
import { scopesFor } from '../../../contract/tokenScopes.ts';
import type { Principal } from '../../domain/session/principal.ts';
import { type ApiCall, type Tool, tools } from './tools.ts';

const t = messages.assistants;
type ToolName = keyof typeof tools;
export type ProgramPrincipal = Principal & Required<Pick<Principal, 'token'>>;

/** The API refused a call; the message is shown to the assistant. */
export class CallRefused extends Error {}

const isGranted = ({ actor, token }: ProgramPrincipal, { call: { permission, kind } }: Tool): boolean =>
  scopesFor(permission, kind).some((scope) => token.scopes.includes(scope)) && reachOf(actor, permission) !== 'none';

const failureResult = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] });

const runTool = async (name: string, tool: Tool | undefined, input: unknown, call: ApiCall, ownId: string): Promise<CallToolResult> => {
  if (!tool) return failureResult(fill(t.unknownTool, { name }));
  const [inputError] = Value.Errors(tool.input, input);
  if (inputError) return failureResult(fill(t.badInput, { name, reason: `${inputError.instancePath} ${inputError.message}`.trim() }));
  try {
    const answer = await tool.run(call, input as Readonly<Record<string, unknown>>, ownId);
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: { ...answer } };
  } catch (error) {
    if (error instanceof CallRefused) return failureResult(error.message);
    throw error;
  }
};

/** An MCP server for one request, with the tools that the token's scopes and its owner's role include. */
export const createMcpServer = (principal: ProgramPrincipal, call: ApiCall): Server => {
  const grantedTools = new Map<string, Tool>(Object.entries(tools).filter(([, tool]) => isGranted(principal, tool)));
  const server = new Server({ name: 'quotaboard', version: '1' }, { capabilities: { tools: {} }, instructions: t.instructions });
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: [...grantedTools].map(
      ([
        name,
        {
          input,
          call: { kind },
        },
      ]) => ({
        name,
        description: t.tools[name as ToolName],
        inputSchema: input as { type: 'object' },
        annotations: { readOnlyHint: kind === 'read', destructiveHint: false, openWorldHint: false },
      }),
    ),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: input = {} } }) =>
    runTool(name, grantedTools.get(name), input, call, principal.actor.id),
  );
  return server;
};
