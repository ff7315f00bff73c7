"""Watch an agent loop of your own from Python: python3 judge.py [COMMAND …], by default `npx cox judge`."""

import json
import subprocess
import sys

judge = subprocess.Popen(
    sys.argv[1:] or ["npx", "cox", "judge"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
)


def decide(thread_id, messages):
    """One line in, one line out; the program runs on, and remembers what it has said in each thread."""
    request = {"threadId": thread_id, "messages": messages, "tools": {"run_tests": "execute"}}
    print(json.dumps(request), file=judge.stdin, flush=True)
    return json.loads(judge.stdout.readline())


def my_agent(messages):
    """Stands for your agent: it says that it is done, and only runs the tests again when it is told to."""
    number = len(messages)
    code = 1 if number == 1 else 0
    call = {"id": f"call-{number}", "type": "function", "function": {"name": "run_tests", "arguments": "{}"}}
    result = {"role": "tool", "tool_call_id": f"call-{number}", "content": json.dumps({"exitCode": code, "stdout": ""})}
    return [{"role": "assistant", "tool_calls": [call]}, result, {"role": "assistant", "content": "Done! All tests pass."}]


messages = [{"role": "user", "content": "Fix the rounding in src/price.ts and run the tests."}]
while True:
    messages += my_agent(messages)
    decision = decide("a name of yours", messages)
    print(f"{decision['verdict']}: {decision['message'] or decision['reason']}")
    if not decision["inject"]:
        break
    messages.append({"role": "user", "content": decision["message"]})

judge.stdin.close()
judge.wait()
