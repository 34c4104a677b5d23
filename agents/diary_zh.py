"""中文日记：每天写几句，以后可以问；没有语言模型也能用。

python agents/diary_zh.py 写 "今天和小雨去了西湖，吃了龙井虾仁。"
python agents/diary_zh.py 问 "谁去了西湖？"
python agents/diary_zh.py 回顾
"""

import sys
from datetime import UTC, datetime

from memgraph_core import Memory
from memgraph_core.integrations.react import MemoryAgent, Persona

PERSONA = Persona(
    name="日记", text="你是一本会说话的日记。只根据记忆回答，简短，用中文；没写过的就说没写过。"
)


def write(memory: Memory, text: str, when: datetime | None = None) -> str:
    """记下一段。"""
    moment = when or datetime.now(UTC)
    memory.add(text, speaker="我", said_at=moment, session=f"日记 {moment.date().isoformat()}")
    return f"{moment.date().isoformat()} 记下了。"


def ask(memory: Memory, question: str, llm: object = None) -> str:
    """问日记。"""
    return MemoryAgent(memory, llm, persona=PERSONA, session="问日记", speaker="我").ask(question).text


def look_back(memory: Memory, count: int = 10) -> str:
    """提到最多的人和事。"""
    named = [entity for entity in memory.entities(limit=count) if entity.mentions]
    return "\n".join(f"{entity.name}：{entity.mentions} 次" for entity in named) or "还没有写过。"


def main(what: str = "回顾", text: str = "", store: str = "diary.db") -> None:
    """写、问，或者回顾。"""
    from chat import model  # 在同一个文件夹里

    with Memory.open(store, namespace="日记") as memory:
        match what:
            case "写":
                print(write(memory, text))
            case "问":
                print(ask(memory, text, model()))
            case _:
                print(look_back(memory))


if __name__ == "__main__":
    main(*sys.argv[1:])
