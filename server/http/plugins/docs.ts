import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { roles } from '../../../contract/entities/user.ts';
import { type Permission, reachOf } from '../../../contract/permissions.ts';
import type { ServerApp } from '../app.types.ts';
import { documentOf, markAsNamed, operationTags } from './openapi.ts';

const BEARER = 'bearer';
/** No inline scripts; the one style attribute of its icons is allowed by hash. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-hashes' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The permitted callers, in a sentence, from the permission table. */
const describeAccess = (permission: Permission | 'public' | undefined): string => {
  if (permission === undefined || permission === 'public') return 'Anyone, without signing in.';
  const reaches = roles.map((role) => `${role}: ${reachOf({ id: '1', role }, permission)}`);
  return `Permission \`${permission}\` (${reaches.join(', ')}).`;
};

/** OpenAPI of the routes registered after it; `publicUrl` is the server's URL for callers. */
export const addOpenApi = (app: ServerApp, publicUrl: string | undefined): void => {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Quotaboard',
        version: '1',
        description: 'All calls of the server and the roles that may make them.',
        license: { name: 'MIT', identifier: 'MIT' },
        contact: { name: 'The administrator of this server' },
      },
      servers: [{ url: publicUrl ?? 'http://127.0.0.1:8080', description: 'This server' }],
      tags: [...operationTags],
      // The default for all operations.
      security: [{ [BEARER]: [] }],
      components: { securitySchemes: { [BEARER]: { type: 'http', scheme: 'bearer' } } },
    },
    transform: ({ schema, url, route }) => {
      const permission = route.config?.permission;
      const security = permission === 'public' ? [] : [{ [BEARER]: [] }];
      return { schema: markAsNamed({ ...schema, description: describeAccess(permission), security }), url };
    },
    transformObject: (document) => documentOf('openapiObject' in document ? document.openapiObject : {}),
  });
};

/** /api/docs, readable without signing in: it describes the API but shows no data. */
export const addDocsPage = (app: ServerApp): void => {
  app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, permission: 'public' };
    });
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: policy,
      uiConfig: { docExpansion: 'list', deepLinking: false },
    });
  });
};
