class Base:
    def get(self):
        return self.balance


class Account(Base):
    def __init__(self, balance):
        self.balance = balance

    def deposit(self, amount):
        self.balance = self.balance + amount


def work():
    account, total = Account(0), 0
    for i in range(1, 5001):
        account.deposit(i % 10)
        total = total + account.get() % 100
    return total
