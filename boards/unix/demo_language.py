"""The English of the demo model: sentences about pins and files, and what is said of results.

Pure text in, calls or text out; the server around it is demo_model.py.
"""

import json
import re

GREETING = "Hello! I can move the pins of this board and keep files on it. Ask me what I can do."
ABILITIES = "These are sentences that I understand, also two or more joined by 'and':"
PUZZLED = "I am only a demo and did not understand that. These sentences work:"
PIN_HINT = (
    " A pin is a number, or a name that you give it: "
    '/config gpio.names {"lamp": 5} makes GPIO 5 the lamp.'
)

# Words of the table below that stand for more. A pin is a number or a name of up to three words.
PARTS = {
    "PIN": r"(?:the )?(?:(?:led|light) on )?(?:(?:gpio|pin|led) ?(?:number )?(?=\d))?"
    r"(?P<pin>\d+|(?!the )[^\W\d]\w*(?: (?!(?:and|to|is|on|off|high|low)\b)\w+){0,2})",
    "FILE": r"(?:my |the )?(?:file )?(?P<path>[\w./-]+\.\w+|/[\w./-]+)",
    "LEVEL": r"(?P<level>1|0|high|low)",
    "SWITCH": r"(?P<action>on|off)",
    "GET": r"(?:what is|read|get|show|tell me|check|measure) (?:me )?(?:the )?",
}


def switch(found):
    return {"pin": found["pin"], "action": found["action"].lower()}


def set_level(found):
    level = 1 if found["level"].lower() in ("1", "high") else 0
    return {"pin": found["pin"], "action": "set", "level": level}


def toggle(found):
    return {"pin": found["pin"], "action": "toggle"}


def get(found):
    return {"pin": found["pin"], "action": "get"}


def pin(found):
    return {"pin": found["pin"]}


def file(found):
    path = found["path"]
    return {"path": path if path.startswith("/") else "/data/" + path}


def file_with_text(found):
    return dict(file(found), content=found["text"].strip("'\""))


def folder(found):
    return {"path": "/data/"}


def nothing(found):
    return {}


# (example or None, sentence, tool, arguments): the first sentence that fits decides.
SENTENCES = (
    ("turn on gpio 5", "(?:turn|switch|put) SWITCH PIN", "gpio_control", switch),
    ("switch pin 5 off", "(?:turn|switch|put|set) PIN (?:to )?SWITCH", "gpio_control", switch),
    ("toggle pin 5", "(?:toggle|flip) PIN", "gpio_control", toggle),
    ("set pin 5 to 1", "(?:set|put|drive|pull) PIN (?:to |= ?)?LEVEL", "gpio_control", set_level),
    ("is pin 4 high?", "is PIN (?:on|off|high|low|pressed|open|closed)", "gpio_control", get),
    (None, "GET(?:level|state|status|value) (?:of|on|at) PIN", "gpio_control", get),
    ("read the voltage on pin 34", "GET(?:voltage|adc)(?: of| on| at)? PIN", "adc_read", pin),
    ("what time is it?", "what (?:time|date|day) is it(?: now)?", "get_current_time", nothing),
    (None, "GET(?:time|date)|time", "get_current_time", nothing),
    ("write hello to notes.txt", "(?:write|save) (?P<text>.+) (?:to|in|into) FILE", "write_file",
     file_with_text),
    ("read notes.txt", "(?:read|show|open|print)(?: me)? FILE", "read_file", file),
    (None, "what is in FILE", "read_file", file),
    ("list my files", "(?:list|show)(?: me)?(?: all)?(?: my| the)? files|ls", "list_dir", folder),
    (None, "(?:what|which) files (?:are there|do i have|do you have)", "list_dir", folder),
    ("delete notes.txt", "(?:delete|remove) FILE", "delete_file", file),
    (None, "(?:read|get|check) PIN", "gpio_control", get),
    ("how much memory is free?", "how (?:much memory|are you).*", "get_system_info", nothing),
    (None, "GET(?:system info|status|memory|uptime)|status", "get_system_info", nothing),
    ("which board is this?", "(?:what|which) board.*", "board_info", nothing),
    ("restart", "(?:restart|reboot)(?: yourself| the board)?", "restart", nothing),
)  # fmt: skip
# Tools that the firmware hides until they are asked for.
GROUPS = {"adc_read": "analog", "board_info": "board"}
ANSWERS = (
    ("(?:hello|hi|hey|good (?:morning|day|evening))\\b.*", GREETING),
    ("(?:thanks|thank you|great|nice|cool|ok|okay|good)\\b.*", "You are welcome."),
)
POLITE = r"(?:(?:hey|hello|hi|pinpilot|please|can you|could you|would you|now|then)\b[ ,]*)+"
JOINT = r"\s*(?:,|;|\band\b|\bthen\b)(?:\s*(?:,|\band\b|\bthen\b))*\s*"


def compiled(sentence):
    for word, part in PARTS.items():
        sentence = sentence.replace(word, part)
    return re.compile(sentence, re.IGNORECASE)


SENTENCES = tuple(
    (example, compiled(words), tool, make) for example, words, tool, make in SENTENCES
)
BARE_PIN = compiled(r"(?=the |.*\d)PIN")


def understand(text, last_pin=None):
    """Returns the calls that a message asks for: [(tool, arguments), …], [] if not understood.

    `last_pin` is what "it" means.
    """
    text = re.sub(r"\bwhat['’]?s\b", "what is", " ".join(text.split()), flags=re.IGNORECASE)
    text = re.sub(r"(?:[ ,]*\b(?:please|now|again))*[ .!?]*$", "", text, flags=re.IGNORECASE)
    plain = re.sub("^" + POLITE, "", text, flags=re.IGNORECASE)
    for clauses in (re.split(JOINT, plain, flags=re.IGNORECASE), [plain]):
        calls = []
        for clause in clauses:
            call = read_clause(clause, calls[-1] if calls else None)
            if call is None:
                break
            if call[1].get("pin") == "it":
                call[1]["pin"] = calls[-1][1].get("pin", last_pin) if calls else last_pin
            calls.append(call)
        else:
            return calls
    return []


def read_clause(clause, before):
    """The call that one clause asks for, or None; a bare pin repeats the call before it."""
    for _, sentence, tool, make in SENTENCES:
        found = sentence.fullmatch(clause)
        if found:
            arguments = make(found)
            if str(arguments.get("pin", "")).isdigit():
                arguments["pin"] = int(arguments["pin"])
            return tool, arguments
    found = BARE_PIN.fullmatch(clause)
    if found and before and "pin" in before[1]:
        name = found["pin"]
        return before[0], dict(before[1], pin=int(name) if name.isdigit() else name)
    return None


def worded(tool, arguments, result):
    """The sentence in which the result of a call is told."""
    if result.startswith("Error:"):
        hint = PIN_HINT if isinstance(arguments.get("pin"), str) and "'pin'" in result else ""
        return "That did not work: " + result[6:].strip().rstrip(".") + "." + hint
    text = result[3:].strip() if result.startswith("OK:") else result.strip()
    moved = re.match(r"gpio (\d+) action=(\w+) level=(\d)(.*)", text, re.DOTALL)
    if tool == "gpio_control" and moved:
        number, action, level, note = moved.groups()
        name = arguments.get("pin")
        named = isinstance(name, str)
        subject = f"The {name} (GPIO {number})" if named else f"GPIO {number}"
        state = action if action in ("on", "off") else "high" if level == "1" else "low"
        verb = "is" if action == "get" else "is now"
        note = " Mind: " + note.strip(" ()") + "." if note.strip() else ""
        return f"{subject} {verb} {state}, level {level}.{note}"
    if tool in ("read_file", "list_dir"):
        return f"{arguments['path']}:\n{text}"
    if tool == "get_current_time":
        return f"It is {text.split(', epoch=')[0]}."
    return text[:1].upper() + text[1:]


def not_given(tools):
    """What is said when a sentence needs tools that the request does not offer."""
    names = " and ".join(tools)
    text = f"For that I need the tool {names}, which I was not given; /tools lists mine."
    groups = sorted({GROUPS[tool] for tool in tools if tool in GROUPS})
    if groups:
        text += f" Type /config tools.groups {json.dumps(groups)} to show it."
    return text


def small_talk(question, offered):
    for pattern, answer in ANSWERS:
        if re.fullmatch(pattern, question.strip(), re.IGNORECASE | re.DOTALL):
            return answer
    asked = re.search(r"what can you|what do you|help|examples", question, re.IGNORECASE)
    lines = ["- " + row[0] for row in SENTENCES if row[0] and row[2] in offered]
    return "\n".join([ABILITIES if asked else PUZZLED] + lines)
