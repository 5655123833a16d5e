// Next to Fastify. `PORT=3000 node fastify.js`
import fastify from 'fastify';
import { adminOf, answerTo, close, listDepartments, removePermissions } from './parts.js';

const app = fastify();

/** @type {(reply: import('fastify').FastifyReply, result: Parameters<typeof answerTo>[0]) => unknown} */
const answer = (reply, result) => {
  const { body, status } = answerTo(result);
  return reply.code(status).send(body);
};

// Rights first: nobody else has their body read.
app.decorateRequest('admin');
app.addHook('onRequest', async (request, reply) => {
  const admin = await adminOf(request.raw);
  if (admin.isErr()) return answer(reply, admin);
  request.setDecorator('admin', admin.value);
});

app.put('/permissions/remove', async (request, reply) =>
  answer(reply, await removePermissions(request.getDecorator('admin'), request.body)),
);
app.get('/departments', async (_request, reply) => answer(reply, await listDepartments()));

app.addHook('onClose', close);
process.once('SIGTERM', () => app.close());
console.log(`listening on ${await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })}`);
