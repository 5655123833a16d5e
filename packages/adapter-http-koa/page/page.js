/* global SwaggerUIBundle -- comes with swagger-ui-bundle.js */

const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
followScheme();
dark.addEventListener('change', followScheme);

SwaggerUIBundle({
  url: 'openapi.json',
  domNode: document.getElementById('interface'),
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  // The validator badge would be fetched from elsewhere.
  validatorUrl: null,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: -1,
  deepLinking: true,
});
