local Base = {}
Base.__index = Base

function Base:get()
  return self.balance
end

local Account = setmetatable({}, {__index = Base})
Account.__index = Account

function Account.new(balance)
  return setmetatable({balance = balance}, Account)
end

function Account:deposit(amount)
  self.balance = self.balance + amount
end

return function()
  local account, sum = Account.new(0), 0
  for i = 1, 5000 do
    account:deposit(i % 10)
    sum = sum + account:get() % 100
  end
  return sum
end
