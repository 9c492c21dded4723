import { AjvCompiler } from '@fastify/ajv-compiler';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify/types/schema.js';
import type { ServerApp } from '../app.types.ts';

type Check = ReturnType<FastifySchemaCompiler<object>>;
type Write = ReturnType<FastifySerializerCompiler<object>>;

// Nothing is silently coerced or dropped; `verbose` lets the error name what was expected.
const compileCheck = AjvCompiler()(
  {},
  { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, verbose: true } },
) as FastifySchemaCompiler<object>;
const compileWrite = SerializerSelector()({}, {}) as FastifySerializerCompiler<object>;

/** Compiles each schema once per process: schemas are constants of the contract, the same for every server. */
const memoize = <Compiled>(compile: (shape: object) => Compiled): ((shape: object) => Compiled) => {
  const compiledBySchema = new WeakMap<object, Compiled>();
  return (shape) => {
    const cached = compiledBySchema.get(shape);
    if (cached !== undefined) return cached;
    const now = compile(shape);
    compiledBySchema.set(shape, now);
    return now;
  };
};

const validatorFor = memoize((schema): Check => {
  let compiled: Check | undefined;
  const check: Check = (data) => {
    compiled ??= compileCheck({ schema, method: '', url: '' });
    const outcome = compiled(data);
    check.errors = compiled.errors ?? null;
    return outcome;
  };
  return check;
});

const serializerFor = memoize((schema): Write => {
  let compiled: Write | undefined;
  return (data) => {
    compiled ??= compileWrite({ schema, method: '', url: '' });
    return compiled(data);
  };
});

/** Schemas of requests and responses are compiled on first use: compiling all of them took 0.9 s of every start. */
export const addCompilers = (app: ServerApp): void => {
  app.setValidatorCompiler(({ schema }) => validatorFor(schema as object));
  app.setSerializerCompiler(({ schema }) => serializerFor(schema as object));
};
