import * as vscode from 'vscode';

const information = {
  id: 'probe-1',
  name: 'Probe',
  family: 'probe',
  version: '1',
  maxInputTokens: 100_000,
  maxOutputTokens: 100_000,
  capabilities: { toolCalling: true, imageInput: false },
};

/** A language model that calls the tool that the last message names: `dataset_validate {"file":"…"}`. */
const model = {
  provideLanguageModelChatInformation: async () => [information],
  provideTokenCount: async () => 1,
  provideLanguageModelChatResponse: async (_model, messages, _options, progress) => {
    const [part] = messages.at(-1).content;
    const [, name, input] = /^(\S+) (.*)$/s.exec(part.value) ?? [];
    progress.report(new vscode.LanguageModelToolCallPart('call-1', name, JSON.parse(input)));
  },
};

/** A chat participant, as Copilot is one: it gives the prompt to the model, and runs the tools that the model calls. */
export async function activate(context) {
  context.subscriptions.push(
    // VS Code in a browser doesn't notice a change of the settings file of the user.
    vscode.commands.registerCommand('testing.allow', async () => {
      const { Global } = vscode.ConfigurationTarget;
      await vscode.workspace.getConfiguration('dataset').update('agents.create', 'allow', Global);
      vscode.window.showInformationMessage('Agents can create datasets.');
    }),
    vscode.lm.registerLanguageModelChatProvider('probe', model),
    vscode.chat.createChatParticipant('testing.probe', async (request, _chat, stream, token) => {
      const [chosen] = await vscode.lm.selectChatModels({ vendor: 'probe' });
      const tools = vscode.lm.tools.filter(({ name }) => name.startsWith('dataset_'));
      const messages = [vscode.LanguageModelChatMessage.User(request.prompt)];
      const response = await chosen.sendRequest(messages, { tools }, token);
      for await (const part of response.stream) {
        if (!(part instanceof vscode.LanguageModelToolCallPart)) continue;
        const { toolInvocationToken } = request;
        const result = await vscode.lm.invokeTool(
          part.name,
          { input: part.input, toolInvocationToken },
          token,
        );
        for (const { value } of result.content) stream.markdown(`\n\n\`\`\`\nresult: ${value}\n\`\`\`\n`);
      }
    }),
  );
  // Without this, the model counts as unavailable.
  await vscode.lm.selectChatModels({ vendor: 'probe' });
}
